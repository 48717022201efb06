// Dialogs the bot opens (modals) and the fields of slash commands.

import { freshId, h, t } from "./dom.js";
import { blocks } from "./markdown.js";
import { Suggestions } from "./popup.js";
import { state } from "./state.js";

const pause = 150; // milliseconds of typing before suggestions are asked for

function optionList(options, { empty, selected } = {}) {
  const list = options.map(([value, label]) => h("option", { value, selected: value === selected }, label));
  return empty === undefined ? list : [h("option", { value: "" }, empty), ...list];
}

function people() {
  return [...state.members, state.bot].map((who) => [who.id, who.global_name]);
}

// ------------------------------------------------------------------- modals

const controls = {
  4(component) {
    const shared = {
      id: freshId(),
      value: component.value ?? "",
      placeholder: component.placeholder ?? "",
      required: component.required ?? true,
      maxLength: component.max_length ?? 4000,
      minLength: component.min_length ?? 0,
    };
    const field = component.style === 2 ? h("textarea", { ...shared, rows: 4 }) : h("input", { ...shared, type: "text" });
    return { element: field, value: () => field.value };
  },
  3: (component) => selection(component, component.options.map((option) => [option.value, option.label, option.default])),
  5: (component) => selection(component, people()),
  21(component) {
    const name = freshId();
    const boxes = component.options.map((option) =>
      h("input", { type: "radio", name, value: option.value, checked: option.default ?? false, required: component.required ?? true }),
    );
    return { element: ticks(boxes, component.options), value: () => boxes.find((box) => box.checked)?.value ?? null };
  },
  22(component) {
    const boxes = component.options.map((option) => h("input", { type: "checkbox", value: option.value, checked: option.default ?? false }));
    return { element: ticks(boxes, component.options), value: () => boxes.filter((box) => box.checked).map((box) => box.value) };
  },
  23(component) {
    const box = h("input", { id: freshId(), type: "checkbox", checked: component.default ?? false });
    return { element: box, value: () => box.checked };
  },
};

function selection(component, options) {
  const many = (component.max_values ?? 1) > 1;
  const list = h("select", { id: freshId(), multiple: many, required: component.required ?? true });
  list.append(...options.map(([value, label, chosen]) => h("option", { value, selected: chosen ?? false }, label)));
  if (!many && !options.some(([, , chosen]) => chosen)) list.prepend(h("option", { value: "", selected: true }, component.placeholder ?? ""));
  return { element: list, value: () => [...list.selectedOptions].map((option) => option.value).filter(Boolean) };
}

function ticks(boxes, options) {
  return h(".ticks", {}, boxes.map((box, index) => h("label", {}, box, options[index].label)));
}

/** Open the bot's modal for one member; `send(fields)` gets what was filled in, by custom id. */
export function openModal(modal, who, send) {
  const fields = new Map();
  const field = (component) => {
    const control = controls[component.type]?.(component);
    if (!control) return h("p.small", {}, t("demo.page.unknown_component"));
    fields.set(component.custom_id, control.value);
    return control.element;
  };
  const part = (component) => {
    if (component.type === 10) return h(".text", {}, blocks(component.content, who.id));
    const inner = component.type === 18 ? component.component : component.components[0];
    const element = field(inner);
    const about = component.description ? h("span.about", {}, component.description) : null;
    return h(".field", {}, h("label", { htmlFor: element.id }, component.label ?? inner.label ?? "", about), element);
  };
  const dialog = h("dialog.form", { ariaLabel: modal.title });
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", {}, modal.title),
    h("p.small", {}, t("demo.page.modal_for", { name: who.global_name })),
    modal.components.map(part),
    h(".buttons", {}, h("button.button.secondary", { type: "button", onclick: () => dialog.close() }, t("demo.page.cancel")), h("button.button.primary", { type: "submit" }, t("demo.page.submit"))),
  );
  form.onsubmit = () => send(Object.fromEntries([...fields].map(([id, value]) => [id, value()])));
  dialog.append(form);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

// ----------------------------------------------------------- slash commands

/**
 * The form of one slash command. `ask(focused, typed, options)` answers the bot's suggestions, `run(options)` sends it,
 * `cancel()` closes the form.
 */
export function commandForm(command, { ask, run, cancel }) {
  const fields = new Map();
  const given = () => {
    const filled = [...fields].map(([name, value]) => [name, value()]).filter(([, value]) => value !== null);
    return Object.fromEntries(filled);
  };
  const options = [...command.options].sort((a, b) => Boolean(b.required) - Boolean(a.required));
  const parts = options.map((option) => {
    const { element, value } = optionField(option, (typed) => ask(option.name, typed, given()));
    fields.set(option.name, value);
    element.id = freshId();
    const need = option.required ? h("span.need", {}, t("demo.page.required")) : null;
    return h(".field", {}, h("label", { htmlFor: element.id }, h("span.name", {}, option.name, need), h("span.about", {}, option.description)), element);
  });
  const form = h(
    "form.command",
    { ariaLabel: `/${command.path}` },
    h(".title", {}, h("strong", {}, `/${command.path}`), h("span", {}, command.description)),
    parts.length ? h(".fields", {}, parts) : null,
    h(".buttons", {}, h("button.button.secondary", { type: "button", onclick: cancel }, t("demo.page.cancel")), h("button.button.primary", { type: "submit" }, t("demo.page.run"))),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    run(given());
  };
  form.onkeydown = (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) cancel();
  };
  return form;
}

function optionField(option, ask) {
  const required = option.required ?? false;
  const empty = required ? t("demo.page.choose") : t("demo.page.default");
  const chosen = (list, convert) => ({ element: list, value: () => (list.value === "" ? null : convert(list.value)) });
  if (option.choices?.length) {
    const list = h("select", { required }, optionList(option.choices.map((one, index) => [String(index), one.name]), { empty }));
    return chosen(list, (index) => option.choices[Number(index)].value);
  }
  if (option.type === 5) {
    const words = [["yes", t("demo.page.yes")], ["no", t("demo.page.no")]];
    return chosen(h("select", { required }, optionList(words, { empty })), (word) => word === "yes");
  }
  if (option.type === 6) return chosen(h("select", { required }, optionList(people(), { empty })), (id) => ({ member: id }));
  if (option.type === 4 || option.type === 10) {
    const range = { min: option.min_value, max: option.max_value, step: option.type === 4 ? 1 : "any" };
    const hint = option.min_value !== undefined && option.max_value !== undefined ? `${option.min_value}–${option.max_value}` : "";
    const input = h("input", { type: "number", required, placeholder: hint, ...range });
    if (option.autocomplete) return suggested(input, ask, Number);
    return chosen(input, Number);
  }
  const input = h("input", { type: "text", required, autocomplete: "off", maxLength: option.max_length ?? 6000, minLength: option.min_length });
  return option.autocomplete ? suggested(input, ask, String) : chosen(input, String);
}

/** A field with the bot's suggestions: the person sees a name, the bot gets its value. */
function suggested(input, ask, convert) {
  let picked = null;
  let timer = 0;
  let asked = 0;
  const suggestions = new Suggestions(input, (option) => {
    picked = option;
    input.value = option.label;
  });
  const look = async () => {
    const mine = ++asked;
    const choices = await ask(input.value);
    if (mine === asked && document.activeElement === input)
      suggestions.show(choices.map((choice) => ({ label: choice.name, value: choice.value })));
  };
  input.oninput = () => {
    picked = null;
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };
  input.onfocus = look;
  input.onblur = () => suggestions.close();
  input.onkeydown = (event) => {
    if (suggestions.key(event)) event.stopPropagation();
  };
  return { element: input, value: () => picked?.value ?? (input.value === "" ? null : convert(input.value)) };
}
