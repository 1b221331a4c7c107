import { formatReason } from "../../db/connect.ts";

export interface Bucket {
	readonly name: string;
	/** Without a trailing slash. */
	readonly endpoint: string;
	readonly region: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
}

export const BUCKET_EXAMPLE = "s3s://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1";

/** Parses the URL of a bucket: `s3s:` with TLS, `s3:` without, default region us-east-1. Null if invalid. */
export function parseBucketUrl(address: string): Bucket | null {
	if (!/^s3s?:/.test(address) || !URL.canParse(address)) return null;
	const { protocol, host, pathname, username, password, searchParams } = new URL(address);
	const name = pathname.slice(1);
	if (!/^[\w.-]+$/.test(name) || !username || !password) return null;
	return {
		name,
		endpoint: `${protocol === "s3s:" ? "https" : "http"}://${host}`,
		region: searchParams.get("region") ?? "us-east-1",
		accessKeyId: decodeURIComponent(username),
		secretAccessKey: decodeURIComponent(password),
	};
}

/** Formats why a request to a bucket failed. Flydrive gives the S3 client's error as the cause of its own. */
export function formatBucketError(error: unknown): string {
	const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	// A bucket that refuses without a message is quoted by its code, such as AccessDenied.
	return reason instanceof Error && reason.message === "UnknownError" ? reason.name : formatReason(reason);
}
