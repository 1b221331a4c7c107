import { STATES } from "@first-bounce/contract/fields";

/** What teams are picked out and averaged by, as columns by team id; 0 where a team has none, or is not of the season. */
export interface TeamTraits {
	/** A small number for each squad that anybody supports, from 1. */
	readonly squadCodeOf: ReadonlyMap<number, number>;
	readonly squadCodes: Uint8Array;
	/** Place in STATES, from 1. */
	readonly states: Uint8Array;
	readonly startRounds: Uint8Array;
}

/** How many codes a state can have, none among them. */
export const STATE_CODES = STATES.length + 1;

/** The code a state has in `TeamTraits`. */
export const stateCode = (state: string): number => (STATES as readonly string[]).indexOf(state) + 1;

/** The same in SQL, of a users row `u`. */
export const STATE_CODE_SQL = `array_position(ARRAY[${STATES.map((state) => `'${state}'`).join()}], u.state)`;
