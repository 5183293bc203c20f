/**
 * As the first child of a form: Enter in a box, a choice or a text of the form does nothing, since browsers press the first submit
 * button. (Chromium passes over a disabled one, WebKit over one that is not rendered.) Without JavaScript `dialog` submits nothing.
 */
export const NoDefaultButton = () => (
  <button
    type="submit"
    formMethod="dialog"
    tabIndex={-1}
    aria-hidden
    className="sr-only"
    onClick={(event) => event.preventDefault()}
  />
);
