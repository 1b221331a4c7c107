import { useSearchParams } from "react-router";

/** The URL parameters that open the check before a lock, the instructions for a player, and one of them to be changed. */
const CHECK_PARAM = "check";
const OUT_PARAM = "out";
const INSTRUCTION_PARAM = "instruction";
const PARAMS = [CHECK_PARAM, OUT_PARAM, INSTRUCTION_PARAM];

function parseId(value: string | null): number | null {
	const id = Number(value ?? 0);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/**
 * The dialogs about the next lock, in the URL, so that a notification can open them and Back closes them. All of them share
 * one history entry.
 */
export function useLockCheck() {
	const [search, setSearch] = useSearchParams();
	const isOpen = PARAMS.some((param) => search.has(param));
	const show = (params: Readonly<Record<string, string>>) =>
		setSearch(
			(before) => {
				const next = new URLSearchParams(before);
				for (const param of PARAMS) next.delete(param);
				for (const [param, value] of Object.entries(params)) next.set(param, value);
				return next;
			},
			{ preventScrollReset: true, replace: isOpen },
		);
	return {
		isCheckOpen: search.has(CHECK_PARAM),
		/** The player for whom an instruction is written. */
		instructedId: parseId(search.get(OUT_PARAM)),
		/** The instruction that is changed; null for a new one. */
		instructionId: parseId(search.get(INSTRUCTION_PARAM)),
		openCheck: () => show({ [CHECK_PARAM]: "" }),
		openInstruction: (playerId: number, instructionId?: number) =>
			show({
				[OUT_PARAM]: String(playerId),
				...(instructionId && { [INSTRUCTION_PARAM]: String(instructionId) }),
			}),
		close: () => show({}),
	};
}
