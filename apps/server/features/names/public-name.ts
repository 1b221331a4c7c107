import type { OptionalRow } from "../../db/tables/tables.ts";

/** Formats a user's name as others read it, such as "Ada R.". An emoji before the last name's first letter or number is no initial. */
export function formatPublicName(firstName: string, lastName: string | null): string {
	const initial = /[\p{L}\p{N}]/u.exec(lastName ?? "")?.[0];
	return initial === undefined ? firstName : `${firstName} ${initial}.`;
}

/** Builds the names of a user that others read. Both are empty for a deactivated account, and the full name is empty for a robot. */
export const buildPublicNames = (
	person: OptionalRow<"users", "is_active" | "team_name" | "first_name" | "last_name">,
) =>
	person.is_active
		? {
				teamName: person.team_name ?? "",
				fullName: person.first_name ? formatPublicName(person.first_name, person.last_name) : "",
			}
		: { teamName: "", fullName: "" };
