import { hasOrder } from "#db/schema.ts";
import type { Snapshot } from "./additive-migration.ts";

/**
 * The statement, followed by those of the order of the letters if it adds columns with names or free text: for each the column
 * `<column>_order` and the triggers that keep it (docs/decisions/order-of-letters.md).
 */
export function withOrderOfLetters(statement: string, { tables }: Snapshot): string[] {
  const [, created = ""] = /^CREATE TABLE `(.+?)`/.exec(statement) ?? [];
  const [, altered = "", added = ""] = /^ALTER TABLE `(.+?)` ADD `(.+?)`/.exec(statement) ?? [];
  const columns = created ? Object.keys(tables[created]?.columns ?? {}) : [added];
  return [
    statement,
    ...columns.filter((name) => hasOrder({ name })).flatMap((name) => orderOf(created || altered, name)),
  ];
}

function orderOf(table: string, column: string): string[] {
  const text = `new.\`${column}\``;
  const order = `${column}_order`;
  const letters = `WITH RECURSIVE \`place\`(\`n\`) AS (SELECT 1 UNION ALL SELECT \`n\` + 1 FROM \`place\` WHERE \`n\` < length(${text}))
    SELECT group_concat(coalesce(\`base\`, substr(${text}, \`n\`, 1)), '') FROM \`place\` LEFT JOIN \`letters\` ON \`letter\` = substr(${text}, \`n\`, 1)`;
  const set = `UPDATE \`${table}\` SET \`${order}\` = iif(${text} GLOB '*[^ -~]*', (${letters}), NULL) WHERE \`seq\` = new.\`seq\`;`;
  return [
    `ALTER TABLE \`${table}\` ADD \`${order}\` text;`,
    `CREATE TRIGGER \`${table}_${order}_added\` AFTER INSERT ON \`${table}\` WHEN ${text} GLOB '*[^ -~]*' BEGIN
  ${set}
END;`,
    `CREATE TRIGGER \`${table}_${order}_changed\` AFTER UPDATE OF \`${column}\` ON \`${table}\` WHEN ${text} GLOB '*[^ -~]*' OR new.\`${order}\` IS NOT NULL BEGIN
  ${set}
END;`,
  ];
}
