// A board in a notebook: the play page in a frame. The notebook's Python answers its requests.

export default {
  render({ model, el }) {
    const waiting = new Map();
    const frame = document.createElement("iframe");
    frame.ask = (path, { method = "GET", body = "" } = {}) =>
      new Promise((done) => {
        const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
        waiting.set(id, done);
        model.send({ id, method, path, body });
      });
    const take = ({ id, status }, [bytes]) => {
      waiting.get(id)?.(new Response(bytes, { status }));
      waiting.delete(id);
    };
    frame.onload = () => {
      const { jpThemeLight } = document.body.dataset; // set by JupyterLab
      if (jpThemeLight) frame.contentDocument.documentElement.dataset.theme = jpThemeLight === "false" ? "dark" : "light";
    };
    frame.title = "Board";
    frame.style = "width: 100%; border: 0; resize: vertical";
    frame.height = 640;
    frame.srcdoc = model.get("page");
    model.on("msg:custom", take);
    el.append(frame);
    return () => model.off("msg:custom", take);
  },
};
