/** Formats a user's name as others read it, such as "Ada R.". An emoji before the last name's first letter or number is no initial. */
export function formatPublicName(firstName: string, lastName: string | null): string {
	const initial = /[\p{L}\p{N}]/u.exec(lastName ?? "")?.[0];
	return initial === undefined ? firstName : `${firstName} ${initial}.`;
}
