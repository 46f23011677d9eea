// What the page says, as it was served with the page.

const words = JSON.parse(document.getElementById("words").textContent);

/** One of its texts, with its fields filled in. */
export function say(name, fields = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
}
