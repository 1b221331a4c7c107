import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { getCrestColours } from "../../../../components/league-crest/crest-style.ts";
import type { RoomSeat } from "./draft-room.ts";

/** The colours of a team, for the style sheets of the room. White text is readable on both. */
export function getSeatStyle(seat: Pick<RoomSeat, "shownColour"> | null | undefined): CSSProperties {
	const [background, stripe] = getCrestColours(seat?.shownColour ?? "charcoal");
	return { "--team": background, "--team-stripe": stripe } as CSSProperties;
}

type NamedSeat = Pick<RoomSeat, "teamName" | "isRobot" | "number">;

/** A team's name; a robot or a vacant team without one has a number. */
export function formatSeatName(seat: NamedSeat | undefined, t: TFunction): string {
	if (!seat) return "";
	if (seat.teamName !== "") return seat.teamName;
	return t(seat.isRobot ? "draftRoom.robot" : "draftRoom.vacant", { number: seat.number });
}
