/** How to import the file into QuickBooks Online (docs/product.md, 'Export'). */
export function ImportSteps({ isOpen }: { isOpen: boolean }) {
  return (
    <details open={isOpen} className="parts steps">
      <summary>How to import it into QuickBooks Online</summary>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}

const STEPS = [
  "In Account and settings, Sales, turn on Custom transaction numbers, so that the invoices keep their numbers.",
  "In Import data, Invoices, choose the file, and MM/DD/YYYY as the date format.",
  "Map the columns: InvoiceNo to Invoice no, Customer to Customer, InvoiceDate to Invoice date, DueDate to Due date, Terms to Terms, ServiceDate to Service date, Item(Product/Service) to Product/Service, ItemDescription to Description, ItemQuantity to Quantity, ItemRate to Rate, ItemAmount to Amount.",
  "Map Class to Class if the list offers it, and leave it unmapped if not: only Plus and Advanced track classes. To turn it on, go to Account and settings, Advanced, Categories, Track classes, and add the classes FLORIDA and LONG ISLAND under All lists.",
  "Import without tax: choose that no tax applies.",
  "A file may have at most 100 invoices. If there are parts, import each part, one after another, instead of the whole file.",
];
