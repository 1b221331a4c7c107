/** The product's logo: a football in the air. */
export const BrandMark = ({ size = 34 }: { readonly size?: number }) => (
	<svg width={size * 0.8} height={size} viewBox="0 0 40 50" aria-hidden="true" focusable="false">
		<g transform="rotate(16 20 25)">
			<ellipse cx="20" cy="25" rx="15.5" ry="22" fill="#ff5a3c" />
			<path d="M20 3c-9 12-9 32 0 44 5-2 15.5-9 15.5-22S25 5 20 3Z" fill="#e0452a" opacity="0.55" />
			<path d="M11 9q5 4 4 9M30 41q-6-3-5-9" fill="none" stroke="#c8371b" strokeWidth="1.6" />
			<path d="m14 17 7-2.2M14.5 32.5l7 2.3" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
		</g>
	</svg>
);
