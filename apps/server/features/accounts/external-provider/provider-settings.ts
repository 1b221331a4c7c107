import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { ExternalProvider } from "./external-provider.ts";

export interface NamedProvider extends ExternalProvider {
	/** Its id in API calls. */
	readonly id: string;
	/** The name on its button. */
	readonly name: string;
}

/** The id of the provider that OIDC_ISSUER names. */
export const DEFAULT_PROVIDER_ID = "default";

const entrySchema = z.strictObject({
	id: z.string("is missing").regex(/^[a-z\d-]{1,40}$/, "must be 1 to 40 lower-case letters, digits and hyphens"),
	name: z.string("is missing").trim().min(1, "is empty").max(40, "can have up to 40 characters"),
	issuer: z
		.url({ protocol: /^https?$/, error: "must be a URL such as https://id.example.org" })
		.transform((address) => address.replace(/\/+$/, "")),
	clientId: z.string("is missing").min(1, "is empty"),
	/** Absolute, or relative to the providers' file. Left out for a client without a secret. */
	clientSecretFile: z.string("must be the path of a file").min(1, "is empty").optional(),
});

/** An error in the providers' file. Its message continues a sentence that begins with the file's name. */
class ProvidersFileError extends Error {}

function readText(file: string, problem: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		throw new ProvidersFileError(problem);
	}
}

function formatIssue(place: string, issue: z.core.$ZodIssue | undefined): string {
	if (issue?.code === "unrecognized_keys") return `${place}, ${issue.keys[0]} is not a field of a provider`;
	const field = issue?.path[0];
	return field === undefined ? `${place} must be an object` : `${place}, ${String(field)} ${issue?.message}`;
}

function parseEntry(value: unknown, place: string, folder: string): NamedProvider {
	const result = entrySchema.safeParse(value);
	if (!result.success) throw new ProvidersFileError(formatIssue(place, result.error.issues[0]));
	const { clientSecretFile, ...provider } = result.data;
	if (clientSecretFile === undefined) return { ...provider, clientSecret: null };
	const problem = `${place}, clientSecretFile cannot be read`;
	const clientSecret = readText(path.resolve(folder, clientSecretFile), problem).trim();
	if (clientSecret === "") throw new ProvidersFileError(`${place}, clientSecretFile is empty`);
	return { ...provider, clientSecret };
}

function parseProviders(file: string): NamedProvider[] {
	const text = readText(file, "cannot be read");
	let values: unknown;
	try {
		values = JSON.parse(text);
	} catch {
		throw new ProvidersFileError("is not valid JSON");
	}
	if (!Array.isArray(values) || values.length === 0) throw new ProvidersFileError("must be a list of providers");
	const providers: NamedProvider[] = [];
	for (const [index, value] of values.entries()) {
		const place = `entry ${index + 1}`;
		const provider = parseEntry(value, place, path.dirname(file));
		const sameIdIndex = providers.findIndex(({ id }) => id === provider.id);
		if (sameIdIndex >= 0) throw new ProvidersFileError(`${place}, id is the same as in entry ${sameIdIndex + 1}`);
		if (provider.id === DEFAULT_PROVIDER_ID) throw new ProvidersFileError(`${place}, id is taken by OIDC_ISSUER`);
		providers.push(provider);
	}
	return providers;
}

/** Reads the file that OIDC_PROVIDERS_FILE names. If it is invalid, reports the entry and field, and returns null. */
export function readProvidersFile(file: string, report: (message: string) => void): readonly NamedProvider[] | null {
	try {
		return parseProviders(file);
	} catch (error) {
		if (!(error instanceof ProvidersFileError)) throw error;
		report(`${file}: ${error.message}`);
		return null;
	}
}
