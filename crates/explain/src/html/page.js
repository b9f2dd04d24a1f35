// Filters the ops of one report, unpacks those that are packed, and shows what a link leads to. The
// report works without it, except for what is packed.
(root => {
  const prefix = root.id.slice(0, -"root".length);
  const bar = root.querySelector(".filter");
  const source = root.querySelector(".source pre");

  // Packs: parts of long lists, as compressed text.
  const texts = new Map();
  const inflate = async packed => {
    const bytes = Uint8Array.from(atob(packed), digit => digit.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  };
  const textOf = pack => {
    const packed = pack.querySelector("script");
    if (!texts.has(pack)) texts.set(pack, inflate(packed.textContent));
    return texts.get(pack);
  };
  const unpacked = new Set();
  const unpack = async pack => {
    let text;
    try {
      text = await textOf(pack);
    } catch (error) {
      text = "<p class=note>This browser cannot unpack these.</p>";
    }
    if (unpacked.has(pack)) return;
    unpacked.add(pack);
    pack.querySelector("script").outerHTML = text;
    if (pack.dataset.kind === "op") apply(pack);
  };
  const packs = [...root.querySelectorAll("details.packed")];
  for (const pack of packs) pack.addEventListener("toggle", () => { if (pack.open) unpack(pack); });

  // Ops, as elements or as packed text, which is read when a filter is first used.
  const opPacks = packs.filter(pack => pack.dataset.kind === "op");
  const plain = [...root.querySelectorAll("details.op")];
  const sizeOf = pack => pack.dataset.last - pack.dataset.first + 1;
  const total = opPacks.reduce((sum, pack) => sum + sizeOf(pack), plain.length);
  let items = null;
  const itemOf = (pack, classes, text) => ({pack, classes, text: text.toLowerCase(), fits: true});
  const characters = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'"};
  const plainText = markup => markup.replace(/<[^>]*>/g, "")
    .replace(/&(\w+|#39);/g, (_, name) => characters[name]);
  const read = async () => {
    const found = plain.map(op => itemOf(null, [...op.classList], op.textContent));
    for (const pack of opPacks) {
      const mark = '<details class="op';
      const parts = (await textOf(pack)).split(mark).slice(1);
      for (const part of parts) {
        const [, classes, words] = part.match(/^([^"]*)"[^>]*>([^]*)$/);
        found.push(itemOf(pack, classes.trim().split(" "), plainText(words)));
      }
    }
    return found;
  };
  const opsIn = pack => (pack ? [...pack.querySelectorAll("details.op")] : plain);
  const apply = pack => {
    const own = (items || []).filter(item => item.pack === pack);
    opsIn(pack).forEach((op, index) => { op.hidden = own.length > 0 && !own[index].fits; });
    for (const group of (pack || root).querySelectorAll("details.function")) {
      if (group.querySelector(".op")) group.hidden = !group.querySelector(".op:not([hidden])");
    }
  };
  let current = 0;
  const update = async () => {
    const mine = ++current;
    const words = bar.querySelector("[type=search]").value.toLowerCase().split(/\s+/);
    const kinds = [...bar.querySelectorAll(":checked")].map(box => box.value);
    const status = bar.querySelector("output");
    const isActive = kinds.length > 0 || words.some(word => word);
    if (isActive && !items) {
      status.textContent = "searching ...";
      items = await read();
    }
    if (mine !== current) return;
    let count = total;
    if (items) {
      for (const item of items) {
        item.fits = kinds.every(kind => item.classes.includes(kind))
          && words.every(word => item.text.includes(word));
      }
      count = items.filter(item => item.fits).length;
    }
    apply(null);
    let shown = plain.filter(op => !op.hidden).length;
    for (const pack of opPacks) {
      const own = (items || []).filter(item => item.pack === pack && item.fits).length;
      pack.hidden = items !== null && own === 0;
      if (unpacked.has(pack)) apply(pack);
      if (isActive && own > 0 && shown < 50) pack.open = true;
      shown += own;
    }
    status.textContent = `${count} of ${total} ops`;
  };

  // Links: in the source, a line is scrolled into view without moving the page.
  const find = async id => {
    const target = document.getElementById(id);
    if (target || !id.startsWith(prefix)) return target;
    const [kind, number] = id.slice(prefix.length).split("-");
    const pack = packs.find(({dataset}) => dataset.kind === kind
      && +dataset.first <= +number && +number <= +dataset.last);
    if (pack) await unpack(pack);
    return pack ? document.getElementById(id) : null;
  };
  const reveal = async id => {
    const target = await find(id);
    if (!target || !root.contains(target)) return;
    for (let at = target; at !== root; at = at.parentElement) {
      at.hidden = false;
      if (at.tagName === "DETAILS") at.open = true;
    }
    root.querySelectorAll(".here").forEach(other => other.classList.remove("here"));
    target.classList.add("here");
    const inSource = source && source.contains(target);
    if (inSource && source.scrollHeight > source.clientHeight) {
      const {top} = target.getBoundingClientRect();
      source.scrollTop += top - source.getBoundingClientRect().top - source.clientHeight / 2;
    } else {
      target.scrollIntoView({block: inSource ? "center" : "start"});
    }
  };
  const fromHash = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id) reveal(id);
  };
  root.addEventListener("click", event => {
    const line = source && event.target.closest(".source li.op");
    const link = event.target.closest('a[href^="#"]') || (line && line.querySelector("a"));
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.parentElement === line && String(getSelection())) return;
    event.preventDefault();
    if (!prefix) history.pushState(null, "", link.hash);
    reveal(link.hash.slice(1));
  });
  addEventListener("hashchange", fromHash);
  addEventListener("popstate", fromHash);

  if (bar) {
    const fold = isOpen => root.querySelectorAll("details.op").forEach(op => { op.open = isOpen; });
    bar.addEventListener("input", update);
    bar.querySelector(".open").addEventListener("click", () => fold(true));
    bar.querySelector(".fold").addEventListener("click", () => fold(false));
    let folded = [];
    addEventListener("beforeprint", () => {
      folded = [...root.querySelectorAll("details.op:not([open])")];
      fold(true);
    });
    addEventListener("afterprint", () => folded.forEach(op => { op.open = false; }));
    bar.hidden = false;
    update();
  }
  fromHash();
})
