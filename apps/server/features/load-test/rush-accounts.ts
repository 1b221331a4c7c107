import { receipt, showMyTeam } from "@first-bounce/contract/team/team";
import { z } from "zod";
import type { JournalEntry } from "../team/receipts/journal.ts";
import type { LoadAccount } from "./accounts-file.ts";
import type { LoadAnswer, LoadFailure, LoadRequest } from "./load-client.ts";
import type { RushPlayer, RushSeason } from "./rush-season.ts";

const API = "/api/en/fantasy";

/** A change of a team, ready to send. */
export interface PlannedSave {
	/**
	 * Names the version of the team, so that the server refuses this save if an earlier one, whose answer was lost, has
	 * changed the team.
	 */
	readonly request: LoadRequest;
	/** The players that it moves. The server refuses it once one of them is locked. */
	readonly movedIds: readonly number[];
}

/** Builds an account's address, within 198.18.0.0/15, which is reserved for benchmarks. */
const buildAddress = (id: number): string => `198.${18 + ((id >> 16) & 1)}.${(id >> 8) & 255}.${id & 255}`;

const shownTeam = showMyTeam.success.shape.team.pick({
	lineup: true,
	bench: true,
	utilityId: true,
	captainId: true,
	viceCaptainId: true,
	emergency: true,
	version: true,
});
const teamAnswer = z.object({ success: z.object({ team: shownTeam }) });
const savedAnswer = z.object({ success: z.object({ receipt: receipt.pick({ id: true }) }) });

/** A team as the server's last answer showed it. */
interface KnownTeam extends z.output<typeof shownTeam> {
	readonly fieldIds: readonly number[];
	readonly otherIds: readonly number[];
}

export interface AcknowledgedSave {
	readonly entry: JournalEntry;
	/** The season time from which the server should have refused it. */
	readonly lockedAt: number;
}

/** An account of a rush, which makes one request at a time. */
export class RushAccount {
	isBusy = false;
	readonly teamId: number;
	readonly leagueCode: string | null;
	readonly #token: string;
	readonly #forwardedFor: string;
	#team: KnownTeam | null = null;
	#turn: number;

	constructor({ token, teamId, leagueCode }: LoadAccount) {
		this.teamId = teamId;
		this.leagueCode = leagueCode;
		this.#token = token;
		this.#forwardedFor = buildAddress(teamId);
		this.#turn = teamId;
	}

	/** Whether the team is known. A change that is not acknowledged makes it unknown. */
	get hasTeam(): boolean {
		return this.#team !== null;
	}

	/** Stores the team from a response of show-my or of a save. */
	rememberTeam(answer: unknown): void {
		const { team } = teamAnswer.parse(answer).success;
		const fieldIds = Object.values(team.lineup).flat();
		this.#team = { ...team, fieldIds, otherIds: [...Object.values(team.bench).flat(), team.utilityId] };
	}

	read(path: string): LoadRequest {
		return { path: `${API}${path}`, token: this.#token, forwardedFor: this.#forwardedFor };
	}

	write(path: string, body: object): LoadRequest {
		return { ...this.read(path), body };
	}

	/** Reads the answer to a save; null, and the team is no longer known, if it was not acknowledged. */
	readSave(
		answer: LoadAnswer | LoadFailure,
		{ movedIds }: PlannedSave,
		{ roundId, players }: RushSeason,
		sentAt: number,
	): AcknowledgedSave | null {
		if (typeof answer !== "object" || answer.status !== 200) {
			this.#team = null;
			return null;
		}
		const saved = answer.json();
		this.rememberTeam(saved);
		const { id: receiptId } = savedAnswer.parse(saved).success.receipt;
		return {
			entry: { teamId: this.teamId, receiptId, roundId, sentAt },
			lockedAt: Math.min(...movedIds.map((id) => players.get(id)?.lockedAt ?? Number.POSITIVE_INFINITY)),
		};
	}

	/** Draws the next captain. A save that changes nothing would be accepted after the lock too. */
	#takeCaptain({ fieldIds, captainId, viceCaptainId }: KnownTeam): number {
		const choices = fieldIds.filter((id) => id !== captainId && id !== viceCaptainId);
		return choices[this.#turn++ % choices.length] ?? 0;
	}

	/** Plans to make another field player captain; null if the team is not known. */
	planCaptain(): PlannedSave | null {
		const team = this.#team;
		if (!team) return null;
		const newId = this.#takeCaptain(team);
		return {
			request: this.write("/team/change-captain", { type: "captain", newId, version: team.version }),
			movedIds: [team.captainId, newId],
		};
	}

	/** Plans to save the whole team with another captain, as managers do before it starts; null if the team is not known. */
	planUpdate(): PlannedSave | null {
		const team = this.#team;
		if (!team) return null;
		const { fieldIds, otherIds, ...body } = team;
		const captainId = this.#takeCaptain(team);
		return {
			request: this.write("/team/update", { ...body, captainId }),
			movedIds: [team.captainId, captainId],
		};
	}

	/**
	 * Plans to trade the next player for one of the same positions who costs no more; null if none fits, or if the next player
	 * is captain or vice captain.
	 */
	planTrade({ players }: Pick<RushSeason, "players">): PlannedSave | null {
		const team = this.#team;
		if (!team) return null;
		const ids = [...team.fieldIds, ...team.otherIds];
		const out = players.get(ids[this.#turn++ % ids.length] ?? 0);
		if (!out || out.id === team.captainId || out.id === team.viceCaptainId) return null;
		const isReplacement = ({ id, cost, positions }: RushPlayer) =>
			cost <= out.cost && positions === out.positions && !ids.includes(id);
		const replacement = [...players.values()].find(isReplacement);
		if (!replacement) return null;
		const tradePairs = [{ playerInId: replacement.id, playerOutId: out.id }];
		return {
			request: this.write("/trade/make", { tradePairs, version: team.version }),
			movedIds: [out.id, replacement.id],
		};
	}
}
