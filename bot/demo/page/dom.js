// Making elements, and the texts of the page.

let texts = {};

export async function loadTexts() {
  texts = await (await fetch("/texts.json")).json();
}

/** The text of a key, with its {blanks} filled. */
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

/** An element: `h("button.quiet", {onclick, ariaLabel}, "Close")`. Properties win over attributes; null children vanish. */
export function h(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "data") Object.assign(element.dataset, value);
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

let lastId = 0;

/** An id that no other element of this page has. */
export function freshId() {
  return `id${++lastId}`;
}

const focusable = "button:not(:disabled), a[href], input, textarea, select, [tabindex='0']";

/** Put a new element in the place of an old one; what had the focus inside keeps it. */
export function swap(old, fresh) {
  const position = [...old.querySelectorAll(focusable)].indexOf(document.activeElement);
  old.replaceWith(fresh);
  if (position >= 0) {
    const candidates = fresh.querySelectorAll(focusable);
    (candidates[Math.min(position, candidates.length - 1)] ?? fresh).focus({ preventScroll: true });
  }
}
