import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const hash = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const toBase64Url = (data: Buffer | string): string => Buffer.from(data).toString("base64url");

interface Ceremony {
	readonly origin?: string;
	readonly rpId?: string;
	readonly isVerified?: boolean;
	readonly counter?: number;
}

/**
 * Creates a passkey in memory that responds to WebAuthn challenges like a browser, with valid or manipulated values.
 */
export function createSoftAuthenticator() {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const credentialId = randomBytes(16);
	const id = toBase64Url(credentialId);

	const buildClientData = (type: string, challenge: string, { origin = "http://localhost:3000" }: Ceremony) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
	const buildAuthData = ({ rpId = "localhost", isVerified = true, counter = 1 }: Ceremony, credential?: Buffer) => {
		const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
		const count = Buffer.alloc(4);
		count.writeUInt32BE(counter);
		return Buffer.concat([hash(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
	};
	const buildCredential = (): Buffer => {
		const { x = "", y = "" } = publicKey.export({ format: "jwk" });
		// COSE: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1) with x and y.
		const key = Buffer.concat([
			Buffer.from("a5010203262001215820", "hex"),
			Buffer.from(x, "base64url"),
			Buffer.from("225820", "hex"),
			Buffer.from(y, "base64url"),
		]);
		return Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
	};
	const buildCredentialJson = (response: object) => ({
		id,
		rawId: id,
		type: "public-key",
		clientExtensionResults: {},
		response,
	});
	return {
		id,
		/** Builds the response to the options of a registration. */
		create: (challenge: string, ceremony: Ceremony = {}) => {
			const authData = buildAuthData(ceremony, buildCredential());
			// CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
			const attestation = Buffer.concat([
				Buffer.from([0xa3]),
				Buffer.from([0x63]),
				Buffer.from("fmt"),
				Buffer.from([0x64]),
				Buffer.from("none"),
				Buffer.from([0x67]),
				Buffer.from("attStmt"),
				Buffer.from([0xa0, 0x68]),
				Buffer.from("authData"),
				Buffer.from([0x58, authData.length]),
				authData,
			]);
			return buildCredentialJson({
				clientDataJSON: toBase64Url(buildClientData("webauthn.create", challenge, ceremony)),
				attestationObject: toBase64Url(attestation),
				transports: ["internal"],
			});
		},
		/** Builds the response to the options of a sign-in. */
		get: (challenge: string, ceremony: Ceremony = {}) => {
			const clientData = buildClientData("webauthn.get", challenge, ceremony);
			const authenticatorData = buildAuthData({ counter: 2, ...ceremony });
			return buildCredentialJson({
				clientDataJSON: toBase64Url(clientData),
				authenticatorData: toBase64Url(authenticatorData),
				signature: toBase64Url(sign("sha256", Buffer.concat([authenticatorData, hash(clientData)]), privateKey)),
			});
		},
	};
}
