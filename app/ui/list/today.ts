import { createContext, useContext } from "react";
import type { LocalDate } from "#app/domain/basics/calendar.ts";

/** The day in New York when the list was read, for the cells whose state depends on it. */
const Today = createContext<LocalDate>("");
export const TodayProvider = Today.Provider;
export const useToday = () => useContext(Today);
