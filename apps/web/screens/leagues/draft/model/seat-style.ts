import type { CSSProperties } from "react";
import { getCrestColours } from "../../../../components/league-crest/crest-style.ts";
import type { RoomSeat } from "./draft-room.ts";

/** The colours of a team, for the style sheets of the room. White text is readable on both. */
export function getSeatStyle(seat: Pick<RoomSeat, "shownColour"> | null | undefined): CSSProperties {
	const [background, stripe] = getCrestColours(seat?.shownColour ?? "charcoal");
	return { "--team": background, "--team-stripe": stripe } as CSSProperties;
}
