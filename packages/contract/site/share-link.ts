/** What can be shared. */
export const SHARE_TYPES = ["general", "league", "team", "trade"] as const;
export type ShareType = (typeof SHARE_TYPES)[number];

/** A link's payload; for team and trade with the snapshot that its owner made. */
export interface SharePayload {
	readonly type: ShareType;
	/** Milliseconds of the wall. */
	readonly timestamp: number;
	readonly leagueCode?: string;
	readonly round?: number;
	readonly snapshot?: string;
}

/** The message for any other type. */
export const INVALID_SHARE_TYPE = "Invalid share type";

export const isShareType = (type: string): type is ShareType => (SHARE_TYPES as readonly string[]).includes(type);

const bytesToText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** A payload as it stands in a link: JSON in base64url, without padding. */
export const encodeShare = (payload: SharePayload): string =>
	btoa(bytesToText(new TextEncoder().encode(JSON.stringify(payload))))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

/** The address of a share page. */
export function buildSharePath(payload: SharePayload): string {
	if (!isShareType(payload.type)) throw new Error(INVALID_SHARE_TYPE);
	return `/share/${payload.type}/${encodeShare(payload)}`;
}

const MAX_SHARE_LENGTH = 600;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextMatching = (value: unknown, pattern: RegExp): value is string =>
	typeof value === "string" && pattern.test(value);

/**
 * The payload of a link, in base64url or plain base64; null for anything that is none, or belongs to another type.
 * Nothing of it but these fields, checked, is ever looked at.
 */
export function decodeShare(type: string, encoded: string): SharePayload | null {
	if (!isShareType(type) || encoded.length > MAX_SHARE_LENGTH || !/^[\w+/-]+={0,2}$/.test(encoded)) return null;
	let given: Record<string, unknown>;
	try {
		const text = atob(encoded.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", ""));
		const value: unknown = JSON.parse(
			new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))),
		);
		if (typeof value !== "object" || value === null) return null;
		given = value as Record<string, unknown>;
	} catch {
		return null;
	}
	const { timestamp, leagueCode, round, snapshot } = given;
	if (given.type !== type || !isCount(timestamp)) return null;
	if (type === "league")
		return isTextMatching(leagueCode, /^[A-Za-z0-9]{6}$/)
			? { type, timestamp, leagueCode: leagueCode.toUpperCase() }
			: null;
	if (type === "general") return { type, timestamp };
	if (!isCount(round) || !isTextMatching(snapshot, /^[\w-]{16,32}$/)) return null;
	return { type, timestamp, round, snapshot };
}
