/** The member whose permissions in a league's conversation are computed. */
export interface ConversationMember {
	readonly isCommissioner: boolean;
}

/** A message is removed for everyone. Members may remove their own messages, the commissioner any. */
export const canRemoveMessage = (
	{ isOwn }: { readonly isOwn: boolean },
	{ isCommissioner }: ConversationMember,
): boolean => isOwn || isCommissioner;

/**
 * Why a member may not write or react, or null if she may. In a locked conversation only the commissioner may; a member who
 * is muted may in none.
 */
export function findWriteBan(
	conversation: { readonly isLocked: boolean },
	member: ConversationMember & { readonly isMuted: boolean },
): "locked" | "muted" | null {
	if (conversation.isLocked && !member.isCommissioner) return "locked";
	return member.isMuted ? "muted" : null;
}
