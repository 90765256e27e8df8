// Questions of the tests to a page. Runs beside the page's own script and changes nothing but the place scrolled to.
window.probe = {
  // The state of a table as far as a person can tell.
  state() {
    const main = document.querySelector("main[data-table]");
    const legal = [...document.querySelectorAll("#moves > li")].map((row) => ({
      text: row.dataset.m, label: row.textContent, keys: row.dataset.k.split(" "),
    }));
    const direct = [...document.querySelectorAll("#act [data-move]:not(:disabled)")].map((button) => ({
      text: button.dataset.move, label: button.textContent, keys: [], id: button.id,
    }));
    return {
      version: Number(main?.dataset.version ?? -1),
      over: document.title.endsWith("over"),
      paused: document.querySelector("#status")?.textContent.includes("pause") ?? false,
      status: document.querySelector("#status")?.textContent ?? "",
      moves: [...legal, ...direct],
    };
  },

  // The element that is walked to: found once, since the focus may already change what is chosen.
  pinned: null,

  // The control that adds a key to what is chosen; a card that the move names before others of its rank.
  control(key, text) {
    const boxes = [...document.querySelectorAll("#mat input[data-key]")]
      .filter((input) => input.dataset.key === key && !input.checked && !input.disabled);
    const words = text.split(" ");
    return boxes.find((input) => words.includes(input.dataset.card)) ?? boxes[0] ?? [...document.querySelectorAll("#mat [data-keys]")]
      .find((square) => square.dataset.keys.split(" ").includes(key));
  },

  // The button that makes a move that was put together.
  button(label) {
    return [...document.querySelectorAll("#choices button:not(:disabled)")].find((button) => button.textContent === label);
  },

  // The claim that a press at a target is one of an element: on it, or on the label that stands for it.
  covers(element, target) {
    return Boolean(element) && (element.contains(target) || target?.closest?.("label")?.contains(element));
  },

  // Watches where the next press arrives, since a page that is growing may move a control away from under it.
  // `find` is asked when the press begins: what it finds may have been drawn anew since it was looked for.
  aim(find) {
    probe.watch?.abort();
    probe.watch = new AbortController();
    const once = { capture: true, once: true, signal: probe.watch.signal };
    probe.hit = false;
    let element = null;
    document.addEventListener("pointerdown", (event) => {
      element = find();
      probe.hit = probe.covers(element, event.target);
    }, once);
    document.addEventListener("click", (event) => {
      probe.hit &&= probe.covers(element, event.target);
    }, once);
  },

  // The middle of an element, scrolled into sight, or what lies over it.
  place(element) {
    if (!element) return null;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return probe.covers(element, hit) ? [x, y] : `${x} ${y}: ${hit?.outerHTML.slice(0, 200)}`;
  },

  // Everything on the page whose text is hard to read against its ground: WCAG 2.2 AA asks for 4.5 : 1, and
  // for 3 : 1 where letters are large. Controls that are switched off are exempt.
  contrast() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const brush = canvas.getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const colour = (text) => {
      if (!known.has(text)) {
        brush.clearRect(0, 0, 1, 1);
        brush.fillStyle = text;
        brush.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
        known.set(text, [r, g, b, a / 255]);
      }
      return known.get(text);
    };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
    const light = ([r, g, b]) => {
      const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const ratio = (a, b) => {
      const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
      return (high + 0.05) / (low + 0.05);
    };
    // The grounds an element may have: a gradient has several.
    const grounds = (element) => {
      if (!element) return [[255, 255, 255, 1]];
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, ...(style.backgroundImage.match(/(rgba?|oklab|oklch|color)\([^()]*\)/g) ?? [])]
        .map(colour).filter((ground) => ground[3] > 0.02);
      if (own.some((ground) => ground[3] > 0.98)) {
        const solid = own.filter((ground) => ground[3] > 0.98);
        return [...solid, ...own.filter((ground) => ground[3] <= 0.98).map((ground) => over(ground, solid[0]))];
      }
      const below = grounds(element.parentElement);
      return own.length ? own.flatMap((ground) => below.map((base) => over(ground, base))) : below;
    };
    const bad = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || element.closest(".vh, [hidden], script, option, symbol, title")) continue;
      // Pictures that say nothing: their letters lie on cards that are drawn with them.
      if (element.closest(".art[aria-hidden]")) continue;
      if (element.closest(":disabled") || element.closest("label")?.querySelector(":disabled")) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const clip = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (clip.clipPath === "inset(50%)" || box.width < 2 || box.height < 2) continue;
      const isDrawn = element instanceof SVGElement;
      const ink = colour(isDrawn ? clip.fill : clip.color);
      let opacity = 1;
      for (let up = element; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
      const size = parseFloat(clip.fontSize);
      const asked = size >= 24 || (size >= 18.66 && Number(clip.fontWeight) >= 700) ? 3 : 4.5;
      for (const ground of grounds(isDrawn ? element.closest("svg").parentElement : element)) {
        const found = ratio(over([ink[0], ink[1], ink[2], ink[3] * opacity], ground), ground);
        if (found < asked - 0.05) {
          bad.push(`${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${node.textContent.trim().slice(0, 30)}" ${found.toFixed(2)}`);
          break;
        }
      }
    }
    return [...new Set(bad)];
  },

  // Controls that are smaller than a fingertip: WCAG 2.2 AA asks for 24 px, our own rule for 44 px but for
  // links in lines of text.
  small() {
    return [...document.querySelectorAll("button, select, summary, input, .btn, .bar a")]
      .filter((element) => element.checkVisibility() && !element.closest(".vh, [hidden]"))
      .map((element) => [element, (element.matches("label > input") ? element.parentElement : element).getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && (box.width < 23.5 || box.height < 23.5))
      .map(([element, box]) => `${element.tagName} ${element.id} ${element.textContent.slice(0, 20)} ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`);
  },

  // Ids that several elements share: whatever looks for one of them finds the wrong one.
  twice() {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
  },

  // Where everything that can be pressed outside the mat lies in the window. Buttons that make a move are made anew
  // with every move and are no part of it. Actions stick to the lower edge of the window, so they are looked at from
  // the top of the page.
  places() {
    const found = {};
    const note = (selector, skipped) => {
      for (const element of document.querySelectorAll(selector)) {
        if (!element.checkVisibility() || element.closest(skipped)) continue;
        const name = element.id || `${element.tagName} ${element.name ?? ""} ${element.textContent.trim().slice(0, 30)}`;
        const box = element.getBoundingClientRect();
        found[name] ??= [Math.round(box.left), Math.round(box.top)];
      }
    };
    note("main :is(button, input, select, textarea, summary, .btn)", "#mat, .act, .vh, [hidden], .pane, #ranking, #toasts");
    const from = scrollY;
    scrollTo({ top: 0, behavior: "instant" });
    note(".tools > *, main[data-board] .act > *", "[hidden]");
    scrollTo({ top: from, behavior: "instant" });
    return found;
  },

  // Controls that are not where they were when `first` was noted down.
  first: null,
  moved() {
    const now = probe.places();
    const far = ([x, y], [a, b]) => Math.abs(x - a) > 1 || Math.abs(y - b) > 1;
    return Object.keys(probe.first).filter((name) => now[name] && far(probe.first[name], now[name]))
      .map((name) => `${name}: ${probe.first[name]} became ${now[name]}`);
  },

  // Elements that stick out of the window to the right.
  wide() {
    const most = document.documentElement.clientWidth;
    // What sticks out of a mat is cut off there, so the page is no wider for it.
    const cut = [...document.querySelectorAll(".mat *")]
      .filter((element) => element.getBoundingClientRect().right > element.closest(".mat").getBoundingClientRect().right + 1);
    const out = document.documentElement.scrollWidth <= most ? [] : [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > most + 1 && !element.closest(".scroll, .log"));
    return [...cut, ...out]
      .slice(0, 5).map((element) => `${element.tagName}.${element.getAttribute("class")} ${element.getBoundingClientRect().right}`);
  },
};

// A page as it is before its script has heard anything from the server.
document.addEventListener("DOMContentLoaded", () => { probe.first = probe.places(); });
