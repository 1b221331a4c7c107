import type { TeamAction } from "@first-bounce/contract/team/team-actions";
import type { RoundId } from "@first-bounce/rules/ids";
import type { SavedAction } from "../actions/saved-action.ts";

/** What is stored about an accepted action of a team. */
export interface Receipt {
	readonly id: string;
	readonly version: number;
	readonly roundId: RoundId;
	/** `squad-change` is that of a draft team whose squad has changed. */
	readonly action: TeamAction["action"] | "squad-change";
	readonly saved: SavedAction;
	/** Wall and season time in milliseconds. */
	readonly wallAt: number;
	readonly seasonAt: number;
}
