import { button } from "#app/ui/controls/button.tsx";

/** Prints the page. Without JavaScript a text names the keys to press instead. */
export function PrintButton() {
  return (
    <>
      <button type="button" onClick={() => print()} className={`${button.secondary} print-button`}>
        Print
      </button>
      <p className="print-hint">Print with the menu of your browser.</p>
    </>
  );
}
