export const SHARE_TYPES = ["general", "league", "team", "trade", "result", "history"] as const;
type ShareType = (typeof SHARE_TYPES)[number];

/**
 * The payload of a share link; `snapshot` is the shared snapshot's id for teams, trades and results, or the token of
 * a league's history.
 */
export interface SharePayload {
	readonly type: ShareType;
	/** Wall time in milliseconds. */
	readonly timestamp: number;
	readonly leagueCode?: string;
	readonly round?: number;
	readonly snapshot?: string;
}

/** The error message for any other type. */
export const INVALID_SHARE_TYPE = "Invalid share type";

const isShareType = (type: string): type is ShareType => (SHARE_TYPES as readonly string[]).includes(type);

/** One character for each byte, as `btoa` expects. */
const toBinaryString = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Encodes a payload as JSON in base64url, without padding. */
export const encodeShare = (payload: SharePayload): string =>
	btoa(toBinaryString(new TextEncoder().encode(JSON.stringify(payload))))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

/** The path of a share page. Throws for an unknown type. */
export function buildSharePath(payload: SharePayload): string {
	if (!isShareType(payload.type)) throw new Error(INVALID_SHARE_TYPE);
	return `/share/${payload.type}/${encodeShare(payload)}`;
}

const MAX_SHARE_LENGTH = 600;
const isNonNegativeInteger = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTextMatching = (value: unknown, pattern: RegExp): value is string =>
	typeof value === "string" && pattern.test(value);

/**
 * Decodes the payload of a link, from base64url or plain base64; null if it is invalid or of another type.
 * Only these validated fields are returned.
 */
export function decodeShare(type: string, encoded: string): SharePayload | null {
	if (!isShareType(type) || encoded.length > MAX_SHARE_LENGTH || !/^[\w+/-]+={0,2}$/.test(encoded)) return null;
	let fields: Record<string, unknown>;
	try {
		const text = atob(encoded.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", ""));
		const value: unknown = JSON.parse(
			new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))),
		);
		if (typeof value !== "object" || value === null) return null;
		fields = value as Record<string, unknown>;
	} catch {
		return null;
	}
	const { timestamp, leagueCode, round, snapshot } = fields;
	if (fields.type !== type || !isNonNegativeInteger(timestamp)) return null;
	if (type === "league")
		return isTextMatching(leagueCode, /^[A-Za-z0-9]{6}$/)
			? { type, timestamp, leagueCode: leagueCode.toUpperCase() }
			: null;
	if (type === "general") return { type, timestamp };
	if (!isTextMatching(snapshot, /^[\w-]{16,32}$/)) return null;
	if (type === "history") return { type, timestamp, snapshot };
	if (!isNonNegativeInteger(round)) return null;
	return { type, timestamp, round, snapshot };
}
