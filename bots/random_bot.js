// A bot for any game of karuta: plays one of the legal moves at random.
//
// karuta match onitama5 'exec:cmd=(node bots/random_bot.js)' random --deals 10
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const input = require("readline").createInterface({ input: process.stdin });

input.on("line", (line) => {
  const order = JSON.parse(line);
  switch (order.type) {
    case "hello":
      say({ type: "hello", protocol: 1, name: "random (JavaScript)", games: ["*"], needs: ["legal"] });
      break;
    case "game":
      say({ type: "ready" });
      break;
    case "go": {
      const [text] = order.legal[Math.floor(Math.random() * order.legal.length)];
      say({ type: "move", id: order.id, move: text });
      break;
    }
    case "ping":
      say({ type: "pong" });
      break;
    case "quit":
      process.exit(0);
  }
});
input.on("close", () => process.exit(0));
