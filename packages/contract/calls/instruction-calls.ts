import { call } from "../calls.ts";
import type * as instructions from "../team/instructions.ts";

// Separate from calls.ts, because only dialogs that load on demand use them.
export const listInstructions = call<typeof instructions.listInstructions>("GET", "/fantasy/team/instructions");
export const addInstruction = call<typeof instructions.addInstruction>("POST", "/fantasy/team/instructions/add");
export const replaceInstruction = call<typeof instructions.replaceInstruction>(
	"POST",
	"/fantasy/team/instructions/replace",
);
export const deleteInstruction = call<typeof instructions.deleteInstruction>(
	"POST",
	"/fantasy/team/instructions/delete",
);
export const orderInstructions = call<typeof instructions.orderInstructions>(
	"POST",
	"/fantasy/team/instructions/order",
);
