import { getCrestColours } from "@first-bounce/contract/leagues/league-crest";
import type { CSSProperties } from "react";
import type { RoomSeat } from "./draft-room.ts";

/** The colours of a team, for the style sheets of the room. White text is readable on both. */
export function getSeatStyle(seat: Pick<RoomSeat, "shownColour"> | null | undefined): CSSProperties {
	const [background, stripe] = getCrestColours(seat?.shownColour ?? "charcoal");
	return { "--team": background, "--team-stripe": stripe } as CSSProperties;
}
