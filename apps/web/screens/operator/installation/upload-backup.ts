import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import type { Envelope } from "@first-bounce/contract/envelope";
import { uploadBackup } from "@first-bounce/contract/operator/backups";
import { site } from "../../../app/site.ts";
import { LANGUAGE } from "../../../i18n/language.ts";

export type UploadedBackup = SuccessOf<typeof uploadBackup>;

const parseEnvelope = (text: string): Envelope<UploadedBackup> | null => {
	try {
		return JSON.parse(text) as Envelope<UploadedBackup>;
	} catch {
		return null;
	}
};

/** The code of an ApiFailure if a proxy, and not the server, refused the file for its size. */
export const PROXY_LIMIT = "proxy-limit";
const TOO_LARGE = 413;

/** Uploads a backup as it is, without reading it into memory. `onProgress` gets the share from 0 to 1. */
export function sendBackup(file: Blob, onProgress: (share: number) => void): Promise<UploadedBackup> {
	const request = new XMLHttpRequest();
	request.open("POST", `${site.apiBase}/${LANGUAGE}${uploadBackup.path}`);
	request.setRequestHeader("content-type", "application/octet-stream");
	request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
	return new Promise((resolve, reject) => {
		request.onload = () => {
			const envelope = parseEnvelope(request.responseText);
			if (envelope?.success) return resolve(envelope.success);
			const errors = envelope?.errors ?? [
				{ code: request.status === TOO_LARGE ? PROXY_LIMIT : "unknown", message: "" },
			];
			reject(new ApiFailure(request.status, errors));
		};
		// A proxy that refuses a large body often closes the connection at once.
		request.onerror = () => reject(new ApiFailure(0, [{ code: PROXY_LIMIT, message: "" }]));
		request.send(file);
	});
}
