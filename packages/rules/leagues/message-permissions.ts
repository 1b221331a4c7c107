/** The member whose permissions in a league's conversation are computed. */
export interface ConversationMember {
	readonly isCommissioner: boolean;
}

/** Whether a member may remove a message, for everyone: her own, or any if she is the commissioner. */
export const canRemoveMessage = (
	{ isOwn }: { readonly isOwn: boolean },
	{ isCommissioner }: ConversationMember,
): boolean => isOwn || isCommissioner;

/**
 * Why a member may not write or react; null if she may. In a locked conversation only the commissioner may, and a muted
 * member may not in any.
 */
export function findWriteBan(
	conversation: { readonly isLocked: boolean },
	member: ConversationMember & { readonly isMuted: boolean },
): "locked" | "muted" | null {
	if (conversation.isLocked && !member.isCommissioner) return "locked";
	return member.isMuted ? "muted" : null;
}
