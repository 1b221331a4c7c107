import { showMyTeam } from "@first-bounce/contract/team/team";
import { z } from "zod";
import type { LoadAccount } from "./accounts-file.ts";
import type { LoadRequest } from "./load-client.ts";
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
	version: true,
});
const teamAnswer = z.object({ success: z.object({ team: shownTeam }) });

/** A team as the server's last answer showed it. */
interface KnownTeam {
	readonly fieldIds: readonly number[];
	readonly otherIds: readonly number[];
	readonly captainId: number;
	readonly viceCaptainId: number;
	readonly version: number;
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
		const { lineup, bench, utilityId, ...team } = teamAnswer.parse(answer).success.team;
		const fieldIds = Object.values(lineup).flat();
		this.#team = { ...team, fieldIds, otherIds: [...Object.values(bench).flat(), utilityId] };
	}

	forgetTeam(): void {
		this.#team = null;
	}

	read(path: string): LoadRequest {
		return { path: `${API}${path}`, token: this.#token, forwardedFor: this.#forwardedFor };
	}

	write(path: string, body: object): LoadRequest {
		return { ...this.read(path), body };
	}

	/** Plans to make another field player captain; null if the team is not known. */
	planCaptain(): PlannedSave | null {
		const team = this.#team;
		if (!team) return null;
		const choices = team.fieldIds.filter((id) => id !== team.captainId && id !== team.viceCaptainId);
		const newId = choices[this.#turn++ % choices.length] ?? 0;
		return {
			request: this.write("/team/change-captain", { type: "captain", newId, version: team.version }),
			movedIds: [team.captainId, newId],
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
