import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import type { LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import { createContext } from "react";
import { useRequiredContext } from "../frame/use-required-context.ts";

export type TextMessage = Extract<LeagueMessage, { kind: "text" }>;

interface Chat {
	readonly leagueId: number;
	readonly ownId: number;
	readonly role: LeagueRole | null;
	/** Whether the viewer may write and react. */
	readonly canWrite: boolean;
	/** Shows the response of a call that changed one message. */
	readonly applyMessage: (message: LeagueMessage) => void;
	/** Makes the next message that is sent a reply. */
	readonly reply: (message: TextMessage) => void;
}

/** The conversation of the shown messages and cards, and what its viewer may do. */
export const ChatContext = createContext<Chat | null>(null);
export const useChat = (): Chat => useRequiredContext(ChatContext);
