import { getKit, type Kit } from "@first-bounce/contract/clubs/club-kits";
import type { RoundTheme } from "@first-bounce/rules/season-rules/season-rules";
import { createContext, useContext } from "react";

/** The theme of the current round; null for an ordinary round. */
export const KitThemeContext = createContext<RoundTheme | null>(null);

/** The paths of the clubs' images by squad id, for clubs that have one. */
export const SquadImagesContext = createContext<ReadonlyMap<number, string>>(new Map());

/** A club's kit in the current round. */
export const useKit = (squadId: number): Kit => getKit(squadId, useContext(KitThemeContext));
