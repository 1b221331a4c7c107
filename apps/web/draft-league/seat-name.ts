import type { TFunction } from "i18next";

interface NamedSeat {
	readonly teamName: string;
	readonly isRobot: boolean;
	/** The team's place in the league's order, from 1. */
	readonly number: number;
}

/** A team's name; a robot or a vacant team without one has a number. */
export function formatSeatName(seat: NamedSeat | undefined, t: TFunction): string {
	if (!seat) return "";
	if (seat.teamName !== "") return seat.teamName;
	return t(seat.isRobot ? "draftRoom.robot" : "draftRoom.vacant", { number: seat.number });
}
