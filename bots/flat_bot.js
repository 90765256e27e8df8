// A bot for any game of karuta: flat Monte Carlo. It knows no rules: the referee makes the playouts.
//
// karuta match hanamikoji 'exec:cmd=(node bots/flat_bot.js)' random --deals 10
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const input = require("readline").createInterface({ input: process.stdin });

let question = null; // The question that is being answered.
let means = []; // The mean payoffs of its first moves.

function ask() {
  const moves = question.legal.map(([text]) => text);
  if (means.length === moves.length) return answer();
  const count = Math.max(1, Math.floor((question.budget.iters || 400) / moves.length));
  say({ type: "playouts", id: question.id, move: moves[means.length], count });
}

function answer() {
  const best = Math.max(0, means.indexOf(Math.max(...means)));
  say({ type: "move", id: question.id, move: question.legal[best][0] });
  question = null;
}

input.on("line", (line) => {
  const order = JSON.parse(line);
  switch (order.type) {
    case "hello":
      say({ type: "hello", protocol: 1, name: "flat (JavaScript)", games: ["*"], needs: ["legal"] });
      break;
    case "game":
      say({ type: "ready" });
      break;
    case "go":
      question = order;
      means = [];
      ask();
      break;
    case "playouts":
      if (question && order.id === question.id) {
        means.push(order.mean);
        ask();
      }
      break;
    case "stop":
      if (question && order.id === question.id) answer();
      break;
    case "ping":
      say({ type: "pong" });
      break;
    case "quit":
      process.exit(0);
  }
});
input.on("close", () => process.exit(0));
