/**
 * The mark of the product: two links, each holding the other. The same drawing as `public/icon.svg`, without its ground.
 */
import type { JSX } from 'preact';

export function Logo({ size }: { readonly size: number }): JSX.Element {
  return (
    <svg
      class="logo"
      width={size}
      height={size}
      viewBox="14 14 100 100"
      fill="none"
      stroke-width="13"
      aria-hidden="true"
    >
      <path class="logo-one" d="M57 79H40a17 17 0 0 1-17-17V40a17 17 0 0 1 17-17h22a17 17 0 0 1 17 17v22" />
      <path class="logo-two" d="M71 49h17a17 17 0 0 1 17 17v22a17 17 0 0 1-17 17H66a17 17 0 0 1-17-17V66" />
      <path class="logo-two" d="M49 66a17 17 0 0 1 8-14" />
      <path class="logo-one" d="M79 62a17 17 0 0 1-8 14" />
    </svg>
  );
}
