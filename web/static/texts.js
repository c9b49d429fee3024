// The texts that scripts show, in the language of the page (_texts.html).
export const texts = JSON.parse(document.querySelector("meta[name=texts]").content);
