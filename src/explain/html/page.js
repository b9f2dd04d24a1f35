// Filters the ops of one report, and opens what a link leads to. The report works without it.
(root => {
  const bar = root.querySelector(".filter");
  const field = bar.querySelector("[type=search]");
  const status = bar.querySelector("output");
  const ops = [...root.querySelectorAll("details.op")];
  const functions = [...root.querySelectorAll("details.function")];
  const texts = new Map();
  const text = op => {
    if (!texts.has(op)) texts.set(op, op.textContent.toLowerCase());
    return texts.get(op);
  };
  const update = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    const kinds = [...bar.querySelectorAll(":checked")].map(box => box.value);
    let count = 0;
    for (const op of ops) {
      op.hidden = !kinds.every(kind => op.classList.contains(kind))
        || !words.every(word => text(op).includes(word));
      count += op.hidden ? 0 : 1;
    }
    for (const group of functions) group.hidden = !group.querySelector(".op:not([hidden])");
    status.textContent = `${count} of ${ops.length} ops`;
  };
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !root.contains(target)) return;
    for (let at = target; at !== root; at = at.parentElement) {
      at.hidden = false;
      if (at.tagName === "DETAILS") at.open = true;
    }
    target.scrollIntoView();
  };
  const fold = isOpen => ops.forEach(op => { op.open = isOpen; });
  bar.addEventListener("input", update);
  bar.querySelector(".open").addEventListener("click", () => fold(true));
  bar.querySelector(".fold").addEventListener("click", () => fold(false));
  addEventListener("hashchange", reveal);
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = ops.filter(op => !op.open);
    fold(true);
  });
  addEventListener("afterprint", () => folded.forEach(op => { op.open = false; }));
  bar.hidden = false;
  update();
  reveal();
})
