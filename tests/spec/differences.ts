/**
 * Every difference between the specification and Hayloft: its section, what it says, what Hayloft does, and why. It is the
 * table in docs/product.md, 'Differences from the specification', which `npm test` compares with it.
 */
export const DIFFERENCES = [
  {
    section: "§2 all lists",
    specified: "Dates, quantities and choices in rows are input controls",
    instead: "They are texts, which become the control when they are pressed",
    reason: "WebKit shows today's date in an empty date input",
  },
  {
    section: "§2 all lists",
    specified: "A search finds rows that contain the text",
    instead: "It finds rows that have all its words, in any order, and all addresses and riders of a customer",
    reason: "People remember words, not their order",
  },
  {
    section: "§2 all lists",
    specified: "A list has all its rows",
    instead: "Bills, payroll, shows and activity have pages of 100 rows",
    reason: "They grow with the years",
  },
  {
    section: "§2 all lists",
    specified: "An empty list has one description",
    instead: "If the list is empty because of its view, search or filter, it says so and leads on",
    reason: "The description would be wrong: bills were generated",
  },
  {
    section: "§2 all lists",
    specified: "Delete removes the record",
    instead: "The record is hidden. The page says what hangs on it and offers Undo",
    reason: "Bills keep its name, and a mistake can be put right",
  },
  {
    section: "§2 all lists",
    specified: "Horses, customers, services, grooms, shows, billing, payroll and accounts are the screens",
    instead: "There are also Overview, Check, Corrections, Activity, past runs and exports, and pages of records",
    reason: "What was done can be found, checked and taken back",
  },
  {
    section: "§2 Service Form",
    specified: "A dialog says that the bill item was created",
    instead: "The dialog takes no focus and covers no field. What was saved and Undo stay on the page",
    reason: "The next entry can be typed at once",
  },
  {
    section: "§2 Service Form",
    specified: "Horses and grooms are offered by their names",
    instead: "(not on the property) or (not active) stands after a name",
    reason: "A late entry is possible, a wrong one is seen",
  },
  {
    section: "§2 Horses",
    specified: "Billing cannot be undone",
    instead: "A second line says that a run can be undone under Past runs",
    reason: "A run can be taken back while its bills are pending",
  },
  {
    section: "§5 Service Form",
    specified: "Any date, and any quantity from 1",
    instead: "At most 99 of a service, 60 days back and 7 ahead (an admin is asked once); a limit of entries a minute",
    reason: "The form is open to the internet",
  },
  {
    section: "§5 Horses",
    specified: "No field is checked, and amounts are whole dollars",
    instead: "A name and dates that fit are required, and amounts have cents",
    reason: "A mistake would be billed",
  },
  {
    section: "§5 Shows",
    specified: "A quantity in the row may be 0, and a text becomes 0",
    instead: "A quantity is a whole number from 1, and anything else is refused",
    reason: "A show of quantity 0 would be billed at $0.00",
  },
  {
    section: "§6 Accounts",
    specified: "An admin can delete any admin",
    instead: "The last admin cannot be deleted, so 'No Users' is never shown",
    reason: "Nobody could sign in as an admin any more",
  },
  {
    section: "§7 Services",
    specified: "Any service can be deleted",
    instead: "The five services of the monthly billing can be renamed, not deleted",
    reason: "The billing of horses refers to them",
  },
  {
    section: "§7 Billing horses",
    specified: "Every visible billable horse is billed",
    instead: "A run bills a month. Horses that were billed for it, or were not here in it, are left out unless ticked",
    reason: "A second press would charge everybody twice",
  },
  {
    section: "§7 Billing horses",
    specified: "The Long Island surcharge is 0.0863 times boarding",
    instead: "It is rounded half up to the cent",
    reason: "Money has cents",
  },
  {
    section: "§7 Billing shows",
    specified: "Every unbilled show of the view is billed",
    instead: "A show that has a bill already is left out unless ticked",
    reason: "It was switched back by hand, and would be charged twice",
  },
  {
    section: "§7 The calls it makes",
    specified: "The browser uses a hosted document database",
    instead: "A server reads and writes a database; pages work without JavaScript, too",
    reason: "Rights are checked on the server",
  },
  {
    section: "§8 The error catalogue",
    specified: "Errors are logged only",
    instead: "They are also said, in words, at the place",
    reason: "A person must know what was not saved",
  },
  {
    section: "§9 Payroll generation",
    specified: "Grooms who are active get an item for each week since the last run",
    instead: "A groom gets a week in which one day was active, once, and no week before a late entry of the groom",
    reason: "Nobody is paid twice, or for a week of absence",
  },
  {
    section: "§9 Export CSV",
    specified: "All bills of the visible list are exported",
    instead: "Bills that were exported before are left out",
    reason: "They would be invoiced twice",
  },
  {
    section: "§9 Export CSV",
    specified: "One invoice per horse",
    instead: "One invoice per horse and customer",
    reason: "An invoice has one customer",
  },
  {
    section: "§9 Export CSV",
    specified: "The amount is quantity times value",
    instead: "If a quantity is above 1, the dialog asks whether the amount is that or the value of the bill",
    reason: "The value contains the quantity already",
  },
  {
    section: "§9 Export CSV",
    specified: "The invoice date is the date of the bill",
    instead: "The dialog offers one date per invoice, too",
    reason: "Accounting packages show one date per invoice",
  },
  {
    section: "§9 Export CSV",
    specified: "The description names the month",
    instead: "A bill of boarding names the month that it is billed for",
    reason: "Boarding may be billed in another month",
  },
  {
    section: "§9 Export CSV",
    specified: "The browser makes the file once",
    instead: "The file is kept and can be downloaded again, in parts if QuickBooks refuses it whole",
    reason: "A lost download loses nothing",
  },
  {
    section: "§9 Export CSV",
    specified: "Names are written as they are",
    instead: "A name that a spreadsheet takes for a formula is refused; other such texts get a ' in front",
    reason: "A file must not run code",
  },
];
