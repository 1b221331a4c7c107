/** What an invitation to a league says. Names come from people: they stand in plain text only. */
export const inviteMail = (mail: {
	readonly league: string;
	readonly code: string;
	readonly inviter: string;
	readonly join: string;
	readonly unsubscribe: string;
}): { readonly subject: string; readonly text: string } => ({
	subject: `${mail.inviter} invites you to the league ${mail.league}`,
	text: `Hello,

${mail.inviter} would like to play First Bounce with you in the league "${mail.league}".

Join here:
${mail.join}

Or sign in and enter the league's code: ${mail.code}

You get this mail because ${mail.inviter} gave us your address; we keep it for this invitation only.
No more invitations to this address:
${mail.unsubscribe}
`,
});
