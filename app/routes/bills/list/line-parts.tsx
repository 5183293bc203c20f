import { type LinePart, partsInWords } from "#app/domain/bills/divided-line.ts";

const isPending = ({ status }: LinePart) => status === "pending";

/** The bills of a divided line, all of which a form saves. Their customers stay, so the form has that of the bill as a hidden field. */
export const LineParts = ({ parts, customerId }: { parts: readonly LinePart[]; customerId: string | null }) => (
  <div className="mt-2 text-sm">
    <input type="hidden" name="customerId" value={customerId ?? ""} />
    <p>
      {`Divided among the owners. What you save changes all of these bills.${parts.every(isPending) ? " For other shares, void them and bill again." : ""}`}
    </p>
    <ul className="mt-1 text-muted" translate="no">
      {partsInWords(parts).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
);
