import type { LoadAccount } from "./accounts-file.ts";
import type { LoadRequest } from "./load-client.ts";
import type { RushPlayer, RushSeason } from "./rush-season.ts";

const API = "/api/en/fantasy";
/** The first slots are those on the field; no season's rules have fewer. */
const FIELD_SLOTS = 14;

/** A change of a team, and the players whose lock forbids it. */
export interface PlannedSave {
	readonly request: LoadRequest;
	readonly movedIds: readonly number[];
	/** Applies the change to what is known of the team, once it is acknowledged. */
	readonly apply: () => void;
}

/** Numbers networks from 198.18.0.0/15, which is reserved for benchmarks. */
const buildAddress = (index: number): string => `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`;

/** An account and its team as the rush knows it. It makes one change at a time. */
export class RushAccount {
	isBusy = false;
	readonly teamId: number;
	readonly leagueCode: string | null;
	readonly token: string;
	readonly forwardedFor: string;
	readonly #slots: number[];
	#captainId: number;
	readonly #viceCaptainId: number;
	#turn: number;

	constructor({ token, teamId, slots, captainId, viceCaptainId, leagueCode }: LoadAccount, index: number) {
		this.teamId = teamId;
		this.leagueCode = leagueCode;
		this.token = token;
		this.forwardedFor = buildAddress(index);
		this.#slots = [...slots];
		this.#captainId = captainId;
		this.#viceCaptainId = viceCaptainId;
		this.#turn = index;
	}

	read(path: string): LoadRequest {
		return { path: `${API}${path}`, token: this.token, forwardedFor: this.forwardedFor };
	}

	write(path: string, body: object): LoadRequest {
		return { ...this.read(path), body };
	}

	/** Plans to make another field player captain. */
	planCaptain(): PlannedSave {
		const choices = this.#slots
			.slice(0, FIELD_SLOTS)
			.filter((id) => id !== this.#captainId && id !== this.#viceCaptainId);
		const newId = choices[this.#turn++ % choices.length] ?? 0;
		return {
			request: this.write("/team/change-captain", { type: "captain", newId }),
			movedIds: [this.#captainId, newId],
			apply: () => {
				this.#captainId = newId;
			},
		};
	}

	/** Plans to trade a player for one of the same positions who costs no more; null if there is none. */
	planTrade({ players }: RushSeason): PlannedSave | null {
		const index = this.#turn++ % this.#slots.length;
		const out = players.get(this.#slots[index] ?? 0);
		if (!out || out.id === this.#captainId || out.id === this.#viceCaptainId) return null;
		const isReplacement = ({ id, cost, positions }: RushPlayer) =>
			cost <= out.cost && positions === out.positions && !this.#slots.includes(id);
		const replacement = [...players.values()].find(isReplacement);
		if (!replacement) return null;
		return {
			request: this.write("/trade/make", { tradePairs: [{ playerInId: replacement.id, playerOutId: out.id }] }),
			movedIds: [out.id, replacement.id],
			apply: () => {
				this.#slots[index] = replacement.id;
			},
		};
	}
}
