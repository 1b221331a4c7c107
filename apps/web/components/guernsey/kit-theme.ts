import type { RoundTheme } from "@first-bounce/rules/season-rules/season-rules";
import { createContext, useContext } from "react";
import { getKit, type Kit } from "./club-kits.ts";

/** The theme of the round that is on, for whatever wears a club's colours below; null in any other round. */
export const KitThemeContext = createContext<RoundTheme | null>(null);

/** What a club plays in this round. */
export const useKit = (squadId: number): Kit => getKit(squadId, useContext(KitThemeContext));
