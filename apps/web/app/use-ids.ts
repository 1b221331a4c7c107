import { useParams } from "react-router";

/** The ids in the path of the address; null if one of them cannot be an id. */
export function useIds<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, number>> | null {
	const params = useParams();
	if (!names.every((name) => /^[1-9]\d{0,8}$/.test(params[name] ?? ""))) return null;
	return Object.fromEntries(names.map((name) => [name, Number(params[name])])) as Record<Name, number>;
}
