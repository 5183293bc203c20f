import { createContext } from "react";
import type { Option } from "#app/domain/fields/field.ts";

/** The options of the references that are edited in rows, by field name. */
export const RowChoices = createContext<{ readonly [field: string]: readonly Option[] }>({});
