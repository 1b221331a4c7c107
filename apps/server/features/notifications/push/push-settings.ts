import { createECDH } from "node:crypto";
import { z } from "zod";

/** A VAPID key pair (RFC 8292) on P-256 in base64url, with an uncompressed public key. */
export interface VapidKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

/** Finds the key pair of the public key with which a browser subscribed; the current pair without one, or if it is unknown. */
export type FindVapidKeys = (publicKey?: string | null) => Promise<VapidKeys>;

const createKeySchema = (length: number) =>
	z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${length} characters of base64url`);

/** The environment variables of push messages, used by config.ts. */
export const pushEnvironment = {
	PUSH_VAPID_PUBLIC_KEY: createKeySchema(87).optional(),
	PUSH_VAPID_PRIVATE_KEY: createKeySchema(43).optional(),
};

export interface PushSettings {
	/** If null, a pair is created on first use and stored in the database. */
	readonly keys: VapidKeys | null;
	/** The mailto: or https: address at which push services can reach the operator. */
	readonly contact: string;
	/** Allows endpoints on this machine without TLS. For tests. */
	readonly allowsLoopback: boolean;
}

export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
	try {
		const ecdh = createECDH("prime256v1");
		ecdh.setPrivateKey(privateKey, "base64url");
		return ecdh.getPublicKey("base64url") === publicKey;
	} catch {
		return false;
	}
}

/** Gets the operator's address, else the site's URL if it uses TLS, else the sender of its mail. */
export function getContact(site: {
	readonly supportEmail: string | null;
	readonly publicUrl: string;
	readonly mailFrom: string;
}): string {
	if (site.supportEmail) return `mailto:${site.supportEmail}`;
	if (site.publicUrl.startsWith("https:")) return site.publicUrl;
	return `mailto:${/<([^<>]+)>$/.exec(site.mailFrom)?.[1] ?? site.mailFrom}`;
}

export function buildPushSettings(
	env: z.output<z.ZodObject<typeof pushEnvironment>> & { readonly SUPPORT_EMAIL?: string | undefined },
	publicUrl: string,
	mailFrom: string,
): Omit<PushSettings, "allowsLoopback"> {
	const { PUSH_VAPID_PUBLIC_KEY: publicKey = "", PUSH_VAPID_PRIVATE_KEY: privateKey = "" } = env;
	return {
		keys: publicKey || privateKey ? { publicKey, privateKey } : null,
		contact: getContact({ supportEmail: env.SUPPORT_EMAIL ?? null, publicUrl, mailFrom }),
	};
}
