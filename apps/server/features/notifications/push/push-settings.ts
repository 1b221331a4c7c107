import { createECDH } from "node:crypto";
import { z } from "zod";

/** A key pair of VAPID (RFC 8292) on P-256, base64url: the public one uncompressed. */
export interface VapidKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

const vapidKey = (length: number) =>
	z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${length} characters of base64url`);

/** The settings of push messages. Part of config.ts's environment. */
export const pushEnvironment = {
	PUSH_VAPID_PUBLIC_KEY: vapidKey(87).optional(),
	PUSH_VAPID_PRIVATE_KEY: vapidKey(43).optional(),
};

export interface PushSettings {
	/** Null: a pair is created on first use and stored in the database. */
	readonly keys: VapidKeys | null;
	/** Whom push services may write to about what we send: mailto: or https:. */
	readonly contact: string;
	/** Messages may go to this machine, without TLS: for tests. */
	readonly allowsLoopback: boolean;
}

/** Whether both halves are of one pair. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
	try {
		const ecdh = createECDH("prime256v1");
		ecdh.setPrivateKey(privateKey, "base64url");
		return ecdh.getPublicKey("base64url") === publicKey;
	} catch {
		return false;
	}
}

/** The operator's address, else the site's URL if it uses TLS, else the sender of its mail. */
export function getContact(site: {
	readonly supportEmail: string | null;
	readonly publicUrl: string;
	readonly mailFrom: string;
}): string {
	if (site.supportEmail) return `mailto:${site.supportEmail}`;
	if (site.publicUrl.startsWith("https:")) return site.publicUrl;
	return `mailto:${/<([^<>]+)>$/.exec(site.mailFrom)?.[1] ?? site.mailFrom}`;
}
