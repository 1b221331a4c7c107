import type { ServerSetting } from "@first-bounce/contract/operator/installation";
import { environment } from "../../../config.ts";
import { isSecretSetting } from "../../../secret-files.ts";

/** Formats the default of a setting as it would be written; null if there is none, or if it depends on other settings. */
function formatDefault(name: string, value: unknown): string | null {
	if (name === "BACKUP_AT" && typeof value === "number")
		return `${String(Math.floor(value / 60)).padStart(2, "0")}:${String(value % 60).padStart(2, "0")}`;
	if (typeof value === "boolean") return value ? "on" : "off";
	return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** Lists the settings as this process sees them, by name, each with where it comes from. Secrets have no value. */
export function listServerSettings(env: Readonly<Record<string, string | undefined>>): ServerSetting[] {
	const defaults: Readonly<Record<string, unknown>> = environment.safeParse({}).data ?? {};
	return Object.keys(environment.shape)
		.toSorted()
		.map((name): ServerSetting => {
			const isSecret = isSecretSetting(name);
			const value = env[name]?.trim();
			if (value) return { name, value: isSecret ? null : value, isSecret, source: "environment" };
			if (isSecret && env[`${name}_FILE`]?.trim()) return { name, value: null, isSecret, source: "file" };
			return { name, value: formatDefault(name, defaults[name]), isSecret, source: "default" };
		});
}
