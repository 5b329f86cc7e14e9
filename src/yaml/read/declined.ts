/** Thrown by the fast reader when it is not certain: the complete reader then takes over. */
export class Declined extends Error {
  constructor(offset: number) {
    super(`not certain at offset ${offset}`);
    this.name = 'Declined';
  }
}
