const cu = Polyglot.eval('grcuda','CU'); try { cu.bindkernel('','abs(x: sint32)'); console.log('fine') } catch(e) { console.log(e.message) }
