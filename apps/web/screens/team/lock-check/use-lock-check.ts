import { useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { parseWholeNumber, withParams } from "../../../app/search-params.ts";

/** Opens the check. */
const CHECK_PARAM = "check";
/** The player whose instruction form is open. */
const OUT_PARAM = "out";
/** The instruction that the form changes; absent for a new instruction. */
const INSTRUCTION_PARAM = "instruction";
/** The saved trade that is being changed. */
const CHANGE_PARAM = "change";
/** The player whom the coach suggests for the changed trade. */
const SUGGESTED_PARAM = "suggested";
const PARAMS = [CHECK_PARAM, OUT_PARAM, INSTRUCTION_PARAM, CHANGE_PARAM, SUGGESTED_PARAM];

/** The state of a history entry whose URL opens the dialogs. */
interface LockCheckState {
	/** Whether the entry was added to open the dialogs, so that going back closes them. */
	readonly isLockCheckEntry: boolean;
	/** The instruction that was saved last. */
	readonly savedInstructionId: number | null;
}

const isLockCheckState = (state: unknown): state is LockCheckState =>
	typeof state === "object" && state !== null && "isLockCheckEntry" in state;

/**
 * The dialogs about the next lock, in the URL, so that a notification can open them and Back closes them. All dialogs share
 * one history entry, which is removed when they close.
 */
export function useLockCheck() {
	const [search, setSearch] = useSearchParams();
	const { state } = useLocation();
	const navigate = useNavigate();
	const isLeaving = useRef(false);
	const isOpen = PARAMS.some((param) => search.has(param));
	const lockCheckState = isLockCheckState(state) ? state : null;
	const isOwnEntry = lockCheckState?.isLockCheckEntry ?? false;
	const show = (params: Readonly<Record<string, string>>, savedInstructionId: number | null = null) =>
		setSearch(
			(previous) => withParams(previous, { ...Object.fromEntries(PARAMS.map((param) => [param, null])), ...params }),
			{
				preventScrollReset: true,
				replace: isOpen,
				state: { isLockCheckEntry: !isOpen || isOwnEntry, savedInstructionId } satisfies LockCheckState,
			},
		);
	const close = () => {
		if (isLeaving.current) return;
		isLeaving.current = isOwnEntry;
		if (isOwnEntry) void navigate(-1);
		else show({});
	};
	return {
		isCheckOpen: search.has(CHECK_PARAM),
		instructionPlayerId: parseWholeNumber(search.get(OUT_PARAM)),
		instructionId: parseWholeNumber(search.get(INSTRUCTION_PARAM)),
		/** The instruction that was just saved; null for none. */
		savedInstructionId: lockCheckState?.savedInstructionId ?? null,
		openCheck: () => show({ [CHECK_PARAM]: "" }),
		openSaved: (savedInstructionId: number | null) => show({ [CHECK_PARAM]: "" }, savedInstructionId),
		openInstruction: (playerId: number, instructionId?: number) =>
			show({
				...(search.has(CHECK_PARAM) && { [CHECK_PARAM]: "" }),
				[OUT_PARAM]: String(playerId),
				...(instructionId && { [INSTRUCTION_PARAM]: String(instructionId) }),
			}),
		changedTradeId: parseWholeNumber(search.get(CHANGE_PARAM)),
		suggestedId: parseWholeNumber(search.get(SUGGESTED_PARAM)),
		openChange: (tradeId: number, suggestedId?: number) =>
			show({
				...(search.has(CHECK_PARAM) && { [CHECK_PARAM]: "" }),
				[CHANGE_PARAM]: String(tradeId),
				...(suggestedId && { [SUGGESTED_PARAM]: String(suggestedId) }),
			}),
		/** Closes a form, and shows the check again if the form was opened from it. */
		closeForm: () => (search.has(CHECK_PARAM) ? show({ [CHECK_PARAM]: "" }) : close()),
		close,
		/** Closes the dialogs without going back, for an action that opens something else. */
		closeInPlace: () => show({}),
	};
}
