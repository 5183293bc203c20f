import { Badge } from "#app/ui/controls/badge.tsx";
import { controlClass } from "#app/ui/controls/fields/form-field.tsx";

type LastInvoiceProps = {
  /** What helps to answer. */
  note: string;
  /** The answer of a refused post. */
  typed: string | undefined;
  /** The message if Export was pressed without a possible answer. */
  missing: string | undefined;
};

/** Asks for QuickBooks' last invoice number, before the barn's first export (docs/product.md, 'Export'). */
export function LastInvoice({ note, typed, missing }: LastInvoiceProps) {
  return (
    <div>
      <label htmlFor="last-invoice" className="mb-2 flex items-center gap-2 text-sm font-medium">
        <span>QuickBooks' last invoice number</span>
        <Badge color="amber">Required</Badge>
      </label>
      <input
        id="last-invoice"
        name="lastInvoice"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed}
        aria-required="true"
        aria-invalid={missing ? true : undefined}
        aria-describedby={missing ? "last-invoice-note last-invoice-problem" : "last-invoice-note"}
        className={`${controlClass} sm:max-w-48`}
      />
      <p id="last-invoice-note" className="mt-2 text-sm text-muted">
        {`Your new invoices continue after it. ${note}`}
      </p>
      {missing && (
        <p id="last-invoice-problem" ref={showMessage} role="alert" className="mt-2 text-sm text-danger">
          {missing}
        </p>
      )}
    </div>
  );
}

/** Scrolls to the message: the pressed button is below it, and it may be scrolled out of view. */
const showMessage = (message: HTMLElement | null) => message?.scrollIntoView({ block: "center" });
