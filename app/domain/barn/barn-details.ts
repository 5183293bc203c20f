/** The barn's name on statements until an admin enters another one. */
export const DEFAULT_BARN_NAME = "Hayloft";

/** The most characters of the barn's address on statements. */
export const MAX_BARN_ADDRESS = 500;

/** The most characters of the barn's phone number and e-mail address on statements. */
export const MAX_BARN_PHONE = 50;
export const MAX_BARN_EMAIL = 254;

/** The barn on statements. The address may have several lines; what the barn has not entered is ''. */
export type BarnDetails = { name: string; address: string; phone: string; email: string };

/** Why nothing is shared yet. */
export const NOT_REACHABLE =
  "Before the first share, add the barn's name and its phone or e-mail: owners see them on the statement.";

/** Whether owners can reach the barn: no statement is shared before (docs/product.md, 'Shared statements'). */
export const isReachable = ({ phone, email }: Pick<BarnDetails, "phone" | "email">) => phone !== "" || email !== "";
